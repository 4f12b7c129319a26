import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from '../api/api';
import { loadCode } from '../api/load-code';
import { parseInboxSearch } from '../screens/inbox/inbox-search';
import { sessionQuery } from '../session/session';
import { AccountFrame } from './account-frame';
import { Root } from './root';
import { PageError, PageMissing } from './page-states';
import { onlyParams, parseSearch, stringifySearch } from './search-params';

/** A screen whose code is loaded when it is opened. */
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: () => <PageMissing />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: {} });
    // A user who may enter none gets the page that says so.
    throw redirect({ to: '/$account', params: { account: String(session.sub_account_id ?? 'none') } });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (raw) => onlyParams(raw, ['next']),
  component: screen(() => import('../screens/sign-in/sign-in-screen'), 'SignInScreen'),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: screen(() => import('../screens/sign-in/setup-screen'), 'SetupScreen'),
});
const once = createRoute({
  getParentRoute: () => root,
  path: '/once',
  component: screen(() => import('../screens/sign-in/one-time-link-screen'), 'OneTimeLinkScreen'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: screen(() => import('../screens/sign-in/forgot-password-screen'), 'ForgotPasswordScreen'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: screen(() => import('../screens/sign-in/reset-password-screen'), 'ResetPasswordScreen'),
});
const authorize = createRoute({
  getParentRoute: () => root,
  path: '/authorize/$uid',
  component: screen(() => import('../screens/authorize/authorize-screen'), 'AuthorizeScreen'),
});

/** Everything that a signed-in user sees of one sub account, whose id is in the address. */
const account = createRoute({
  getParentRoute: () => root,
  path: '/$account',
  beforeLoad: async ({ context, params, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
    const security = `/${params.account}/settings/security`;
    // Until two-factor sign-in is set up, the API refuses everything else.
    if (session.must_set_up_two_factor && location.pathname !== security) throw redirect({ href: security });
  },
  component: AccountFrame,
  errorComponent: PageError,
});

const overview = createRoute({
  getParentRoute: () => account,
  path: '/',
  validateSearch: (raw) => onlyParams(raw, ['range', 'group']),
  component: screen(() => import('../screens/overview/overview-screen'), 'OverviewScreen'),
});
const inbox = createRoute({
  getParentRoute: () => account,
  path: '/inbox',
  validateSearch: parseInboxSearch,
  component: screen(() => import('../screens/inbox/inbox-screen'), 'InboxScreen'),
});
const importReviews = createRoute({
  getParentRoute: () => account,
  path: '/inbox/import',
  component: screen(() => import('../screens/import/import-screen'), 'ImportScreen'),
});
const channels = createRoute({
  getParentRoute: () => account,
  path: '/channels',
  validateSearch: (raw) =>
    onlyParams(raw, ['tab', 'group', 'status', 'q', 'connect', 'connection', 'channel', 'added']),
  component: screen(() => import('../screens/channels/channels-screen'), 'ChannelsScreen'),
});
const channel = createRoute({
  getParentRoute: () => account,
  path: '/channels/$channel',
  validateSearch: (raw) => onlyParams(raw, ['range', 'ask']),
  component: screen(() => import('../screens/channels/channel-screen'), 'ChannelScreen'),
});
const widgets = createRoute({
  getParentRoute: () => account,
  path: '/widgets',
  validateSearch: (raw) => onlyParams(raw, ['tab', 'q']),
  component: screen(() => import('../screens/widgets/widgets-screen'), 'WidgetsScreen'),
});
const newWidget = createRoute({
  getParentRoute: () => account,
  path: '/widgets/new',
  validateSearch: (raw) => onlyParams(raw, ['type', 'template']),
  component: screen(() => import('../screens/widgets/new-widget-screen'), 'NewWidgetScreen'),
});
const widget = createRoute({
  getParentRoute: () => account,
  path: '/widgets/$widget',
  validateSearch: (raw) => onlyParams(raw, ['tab', 'code', 'pane']),
  component: screen(() => import('../screens/widgets/builder/builder-screen'), 'BuilderScreen'),
});
const invitations = createRoute({
  getParentRoute: () => account,
  path: '/invitations',
  validateSearch: (raw) =>
    onlyParams(raw, [
      'tab',
      'status',
      'type',
      'settings',
      'q',
      'start',
      'order',
      'sort',
      'request',
      'new',
      'reason',
      'hour',
      'by',
    ]),
  component: screen(() => import('../screens/invitations/invitations-screen'), 'InvitationsScreen'),
});
const inviteImport = createRoute({
  getParentRoute: () => account,
  path: '/invitations/import',
  component: screen(() => import('../screens/invitations/import/invite-import-screen'), 'InviteImportScreen'),
});
const inviteProfile = createRoute({
  getParentRoute: () => account,
  path: '/invitations/profiles/$profile',
  validateSearch: (raw) => onlyParams(raw, ['step', 'kind', 'width']),
  component: screen(() => import('../screens/invitations/profile/profile-screen'), 'ProfileScreen'),
});
const reports = createRoute({
  getParentRoute: () => account,
  path: '/reports',
  validateSearch: (raw) =>
    onlyParams(raw, ['tab', 'range', 'compare', 'channels', 'groups', 'type', 'table']),
  component: screen(() => import('../screens/reports/reports-screen'), 'ReportsScreen'),
});
const settings = createRoute({
  getParentRoute: () => account,
  path: '/settings',
  component: screen(() => import('../screens/settings/settings-frame'), 'SettingsFrame'),
});
const settingsPage = createRoute({
  getParentRoute: () => settings,
  path: '/$section',
  validateSearch: (raw) => raw as Record<string, string>,
  component: screen(() => import('../screens/settings/settings-section'), 'SettingsSection'),
});

/** Any other address below a sub account, which is shown in its frame. */
const missing = createRoute({
  getParentRoute: () => account,
  path: '$',
  component: () => <PageMissing />,
});

export const router = createRouter({
  basepath: '/app',
  routeTree: root.addChildren([
    home,
    signIn,
    setup,
    once,
    forgot,
    reset,
    authorize,
    account.addChildren([
      overview,
      inbox,
      importReviews,
      channels,
      channel,
      widgets,
      newWidget,
      widget,
      invitations,
      inviteImport,
      inviteProfile,
      reports,
      settings.addChildren([settingsPage]),
      missing,
    ]),
  ]),
  context: { queries: queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: () => <PageMissing />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
