import '@mantine/core/styles.css';
import './styles.css';
import { startTranslations } from './i18n/start.js';
import { shareNonce } from './nonce.js';

shareNonce();
await startTranslations();
const { drawApp } = await import('./app.js');
drawApp(document.getElementById('root')!);
