/**
 * Parameters or the search part of a link: a component that Mantine renders as a Link has lost the types of the routes,
 * and asks for `never`. The browser tests follow these links.
 */
export const pathParams = (params: Readonly<Record<string, string>>): never => params as never;
