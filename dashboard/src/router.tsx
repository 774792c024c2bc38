/** Which page is where. Pages come as files of their own, when they are first visited. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { call } from './api/call.js';
import { meQuery, queryClient, taskQuery } from './api/queries.js';
import { pageCode } from './api/reachable.js';
import { withSentences } from './i18n/catalogues.js';
import { ContentFailed, NotFound, PageFailed } from './pages/not-found.js';
import { fetchViewOf } from './results/view-files.js';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageFailed });

/** A result, and the files that draw it, on their way before its page is. A task that fails is asked for by the page again. */
async function fetchResult(taskId: string): Promise<void> {
  try {
    const { operation } = await queryClient.fetchQuery(taskQuery(taskId));
    await fetchViewOf(operation);
  } catch {
    // The page shows why; files of a view that did not come are not asked for again until the page is.
  }
}

const pageOf: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(pageCode(load), name);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const me = await queryClient.fetchQuery(meQuery);
    if (me) throw redirect({ to: '/app' });
    const { pending } = await call<{ pending: boolean }>('GET', '/setup');
    throw redirect({ to: pending ? '/setup' : '/login' });
  },
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  errorComponent: PageFailed,
  component: pageOf(
    withSentences(() => import('./pages/setup.js')),
    'SetupPage',
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  errorComponent: PageFailed,
  validateSearch: (search): { next?: string } => (search.next ? { next: text(search.next) } : {}),
  component: pageOf(() => import('./pages/login.js'), 'LoginPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  errorComponent: PageFailed,
  component: pageOf(
    withSentences(() => import('./pages/invitation.js')),
    'InvitationPage',
  ),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  errorComponent: PageFailed,
  component: pageOf(
    withSentences(() => import('./pages/confirm-email.js')),
    'ConfirmEmailPage',
  ),
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  errorComponent: PageFailed,
  component: pageOf(() => import('./shell.js'), 'Shell'),
  // Asked for while the page's files come; whoever turns out to be nobody is sent to sign in by the frame.
  beforeLoad: () => {
    void queryClient.prefetchQuery(meQuery);
  },
});

const start = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: pageOf(() => import('./pages/start.js'), 'StartPage'),
});
const library = createRoute({
  getParentRoute: () => app,
  path: '/library',
  component: pageOf(
    withSentences(() => import('./pages/library.js')),
    'LibraryPage',
  ),
});
const song = createRoute({
  getParentRoute: () => app,
  path: '/library/$musicId',
  component: pageOf(
    withSentences(() => import('./pages/song.js')),
    'SongPage',
  ),
});
const batch = createRoute({
  getParentRoute: () => app,
  path: '/batches/$batchId',
  component: pageOf(
    withSentences(() => import('./pages/batch.js')),
    'BatchPage',
  ),
});
const tasks = createRoute({
  getParentRoute: () => app,
  path: '/tasks',
  component: pageOf(
    withSentences(() => import('./pages/tasks.js')),
    'TasksPage',
  ),
});
const task = createRoute({
  getParentRoute: () => app,
  path: '/tasks/$taskId',
  // Only where the page is opened: a pointer that passes over a link asks for nothing.
  loader: ({ params, preload }) => {
    if (!preload) void fetchResult(params.taskId);
  },
  component: pageOf(
    withSentences(() => import('./pages/task.js')),
    'TaskPage',
  ),
});
const compare = createRoute({
  getParentRoute: () => app,
  path: '/compare',
  validateSearch: (search): { task?: string; first?: string } => ({
    ...(search.task ? { task: text(search.task) } : {}),
    ...(search.first ? { first: text(search.first) } : {}),
  }),
  component: pageOf(
    withSentences(() => import('./pages/compare.js')),
    'ComparePage',
  ),
});
const callback = createRoute({
  getParentRoute: () => app,
  path: '/callback',
  component: pageOf(
    withSentences(() => import('./pages/callback.js')),
    'CallbackPage',
  ),
});
const deliveries = createRoute({
  getParentRoute: () => app,
  path: '/deliveries',
  validateSearch: (search): { task?: string } => (search.task ? { task: text(search.task) } : {}),
  component: pageOf(
    withSentences(() => import('./pages/deliveries.js')),
    'DeliveriesPage',
  ),
});
const keys = createRoute({
  getParentRoute: () => app,
  path: '/keys',
  component: pageOf(
    withSentences(() => import('./pages/keys.js')),
    'KeysPage',
  ),
});
const usage = createRoute({
  getParentRoute: () => app,
  path: '/usage',
  component: pageOf(
    withSentences(() => import('./pages/usage.js')),
    'UsagePage',
  ),
});
const datasets = createRoute({
  getParentRoute: () => app,
  path: '/datasets',
  component: pageOf(
    withSentences(() => import('./pages/datasets.js')),
    'DatasetsPage',
  ),
});
const dataset = createRoute({
  getParentRoute: () => app,
  path: '/datasets/$datasetId',
  component: pageOf(
    withSentences(() => import('./pages/dataset.js')),
    'DatasetPage',
  ),
});
const datasetSong = createRoute({
  getParentRoute: () => app,
  path: '/datasets/$datasetId/songs/$songId',
  component: pageOf(
    withSentences(() => import('./pages/dataset-song.js')),
    'DatasetSongPage',
  ),
});
const members = createRoute({
  getParentRoute: () => app,
  path: '/members',
  component: pageOf(
    withSentences(() => import('./pages/members.js')),
    'MembersPage',
  ),
});
const notifications = createRoute({
  getParentRoute: () => app,
  path: '/notifications',
  component: pageOf(
    withSentences(() => import('./pages/notifications.js')),
    'NotificationsPage',
  ),
});
const audit = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  component: pageOf(
    withSentences(() => import('./pages/audit.js')),
    'AuditPage',
  ),
});
const instance = createRoute({
  getParentRoute: () => app,
  path: '/instance',
  component: pageOf(
    withSentences(() => import('./pages/instance.js')),
    'InstancePage',
  ),
});
const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  component: pageOf(
    withSentences(() => import('./pages/profile.js')),
    'ProfilePage',
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    setup,
    login,
    invitation,
    confirmEmail,
    app.addChildren([
      start,
      library,
      song,
      batch,
      tasks,
      task,
      compare,
      callback,
      deliveries,
      keys,
      usage,
      datasets,
      dataset,
      datasetSong,
      members,
      notifications,
      audit,
      instance,
      profile,
    ]),
  ]),
  // The frame stays around a page that failed.
  defaultErrorComponent: ContentFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
