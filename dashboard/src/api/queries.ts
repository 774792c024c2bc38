/** The queries that several pages share, with the keys by which they are refreshed. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiProblem, call } from './call.js';
import type { Dataset, DatasetSong, Import, Music, MusicDescription } from './contract.js';
import type {
  AccountNotice,
  Batch,
  BatchWithRows,
  CallbackState,
  Me,
  Members,
  NotificationSettings,
  Task,
  TaskRow,
} from './types.js';

export const queryClient = new QueryClient({
  defaultOptions: {
    // The service may run on this very machine, which needs no network: what the browser says of that pauses nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !(error instanceof ApiProblem && error.status >= 400),
    },
  },
});

export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: async (): Promise<Me | null> => {
    try {
      return await call<Me>('GET', '/me');
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  },
});

export const callbackQuery = queryOptions({
  queryKey: ['callback'],
  queryFn: () => call<CallbackState>('GET', '/callback'),
});

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: () => call<{ tags: Array<{ tag: string; recordings: number }> }>('GET', '/tags'),
});

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => call<Members>('GET', '/members'),
});

export const datasetsQuery = queryOptions({
  queryKey: ['datasets'],
  queryFn: () => call<{ datasets: Dataset[] }>('GET', '/datasets'),
});

export const datasetSongQuery = (datasetId: string, songId: string) =>
  queryOptions({
    queryKey: ['datasets', datasetId, 'song', songId],
    queryFn: () =>
      call<DatasetSong>(
        'GET',
        `/datasets/${encodeURIComponent(datasetId)}/songs/${encodeURIComponent(songId)}`,
      ),
  });

export const isOpenImport = ({ status }: Import): boolean => status === 'pending' || status === 'processing';

/** The latest imports of a dataset, looked at each second while one runs. */
export const importsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['imports', datasetId],
    queryFn: () =>
      call<{ imports: Import[] }>('GET', `/imports?limit=20&dataset_id=${encodeURIComponent(datasetId)}`),
    refetchInterval: (query) => (query.state.data?.imports.some(isOpenImport) ? 1000 : false),
  });

/** The batches of the account, looked at while one goes on. */
export const batchesQuery = queryOptions({
  queryKey: ['batches'],
  queryFn: () => call<{ batches: Batch[] }>('GET', '/batches'),
  refetchInterval: (query) =>
    query.state.data?.batches.some(({ state }) => state !== 'ended') ? 5000 : false,
});

/** One batch with its files. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', id],
    queryFn: () => call<BatchWithRows>('GET', `/batches/${encodeURIComponent(id)}`),
    refetchInterval: (query) => (query.state.data?.state === 'ended' ? false : 2000),
  });

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => call<NotificationSettings>('GET', '/notifications'),
});

/** The number at the bell, looked at while the page is in sight. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: () => call<{ unread: number }>('GET', '/notices/unread'),
  refetchInterval: 20_000,
});

export const noticesQuery = queryOptions({
  queryKey: ['notices', 'list'],
  staleTime: 0,
  queryFn: () => call<{ unread: number; notices: AccountNotice[] }>('GET', '/notices'),
});

export const musicQuery = (id: string) =>
  queryOptions({
    queryKey: ['music', id],
    queryFn: () => call<Music & { tags?: string[] }>('GET', `/music/${encodeURIComponent(id)}`),
  });

export type DescriptionAnswer =
  | { state: 'ready'; description: MusicDescription }
  | { state: 'pending' }
  | { state: 'failed'; reason: string };

/** Asked again until it is there. */
export const descriptionQuery = (musicId: string) =>
  queryOptions({
    queryKey: ['music', musicId, 'description'],
    queryFn: () => call<DescriptionAnswer>('GET', `/music/${encodeURIComponent(musicId)}/description`),
    staleTime: 60_000,
    refetchInterval: (query) => (query.state.data?.state === 'pending' ? 2000 : false),
  });

export const underWay = (status: TaskRow['status']): boolean =>
  status === 'pending' || status === 'processing';

/** One task, looked at each second until it has ended. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['task', id],
    queryFn: () => call<Task>('GET', `/tasks/${encodeURIComponent(id)}`),
    refetchInterval: (query) => (query.state.data && !underWay(query.state.data.status) ? false : 1000),
  });

export const anyUnderWay = (tasks: readonly TaskRow[]): boolean =>
  tasks.some((task) => underWay(task.status));
