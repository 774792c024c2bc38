import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  // The server puts a fresh nonce here with each page, for the styles that libraries write at run time.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: resolve(import.meta.dirname, '..', 'dist', 'dashboard'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  // For work on the pages: `npx vite --config dashboard/vite.config.ts` beside a running service.
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:8080' } },
});
