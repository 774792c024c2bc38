/** Where the search engine is: one server, or the shards of a cluster. */
import { z } from 'zod';

export interface SearchConfig {
  /** One URL, or those of a cluster's shards separated by commas; the first is asked. */
  readonly urls: string;
  /** What the first server calls the cluster; null: there is one server. */
  readonly cluster: string | null;
  readonly mode: 'serve' | 'compare';
}

const httpUrl = z.url({ protocol: /^https?$/ });
const urlsOf = (text: string): string[] => text.split(',').map((url) => url.trim());

export const searchUrls = z
  .string()
  .refine(
    (text) => urlsOf(text).every((url) => httpUrl.safeParse(url).success),
    'must be an http or https URL of ClickHouse, with the database as its path; or several, separated by commas',
  );

export const clusterName = z.string().regex(/^[\w.-]+$/, 'must be the name of a cluster');

interface SearchEnvironment {
  readonly CONTRAFACT_SEARCH?: string | undefined;
  readonly CONTRAFACT_SEARCH_CLUSTER?: string | undefined;
  readonly CONTRAFACT_SEARCH_MODE: 'serve' | 'compare';
}

export function searchProblems(env: SearchEnvironment, hasFile: boolean): string[] {
  const { CONTRAFACT_SEARCH: urls, CONTRAFACT_SEARCH_CLUSTER: cluster } = env;
  if (urls === undefined)
    return cluster === undefined || hasFile
      ? []
      : ['CONTRAFACT_SEARCH_CLUSTER: needs CONTRAFACT_SEARCH, the URLs of its shards'];
  const problems: string[] = [];
  const all = urlsOf(urls).map((url) => new URL(url));
  if (all.length > 1 && cluster === undefined)
    problems.push('CONTRAFACT_SEARCH_CLUSTER: is needed where CONTRAFACT_SEARCH lists several servers');
  if (new Set(all.map(({ pathname }) => pathname)).size > 1)
    problems.push('CONTRAFACT_SEARCH: the database has the same name on all servers');
  if (new Set(all.map(({ host }) => host)).size < all.length)
    problems.push('CONTRAFACT_SEARCH: a server is listed once');
  return problems;
}

export function searchConfig(env: SearchEnvironment): SearchConfig | null {
  return env.CONTRAFACT_SEARCH === undefined
    ? null
    : {
        urls: urlsOf(env.CONTRAFACT_SEARCH).join(','),
        cluster: env.CONTRAFACT_SEARCH_CLUSTER ?? null,
        mode: env.CONTRAFACT_SEARCH_MODE,
      };
}
