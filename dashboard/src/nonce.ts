/** The nonce by which this page's own styles are distinguished from injected ones. */
export function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}

/** For the part of the component library that keeps the page still behind a dialog: it asks this variable. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() });
}
