/** The pattern by which ILIKE finds a text anywhere, whatever characters a person typed. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
