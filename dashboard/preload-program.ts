/** Names the program itself in the page: the first file asks for it only when the language is known, which is too late. */
import type { Plugin } from 'vite';

export function preloadProgram(): Plugin {
  return {
    name: 'preload-program',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const program = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app.tsx'),
        );
        if (program === undefined) return [];
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/dashboard/${program.fileName}` };
        return [{ tag: 'link', attrs: { ...attrs, nonce: '__NONCE__' }, injectTo: 'head' }];
      },
    },
  };
}
