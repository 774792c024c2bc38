import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadProgram } from './preload-program.js';
import { splitCatalogues } from './split-catalogues.js';

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), splitCatalogues(), preloadProgram()],
  // The server puts a fresh nonce here with each page, for the styles that libraries write at run time.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: resolve(import.meta.dirname, '..', 'dist', 'dashboard'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in one file: it is packed better than in forty.
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-i18next|i18next|html-parse-stringify|use-sync-external-store|@tanstack|clsx|@mantine\/core\/esm\/core)\//,
            },
          ],
        },
      },
    },
  },
  // For work on the pages: `npx vite --config dashboard/vite.config.ts` beside a running service.
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:8080' } },
});
