/** The two parts of each catalogue, which the build makes (dashboard/split-catalogues.ts). */
declare module 'virtual:catalogue/*' {
  const sentences: Readonly<Record<string, string>>;
  export default sentences;
}
