/** The frame around every page of a person who is signed in. */

import { ActionIcon, Burger, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { type JSX, lazy, useEffect, useState } from 'react';
import { whenSignedOut } from './api/call.js';
import { meQuery, queryClient } from './api/queries.js';
import type { Role } from './api/types.js';
import { adoptLanguage } from './i18n/chosen-language.js';
import { t } from './i18n/t.js';
import { PageFailed } from './pages/not-found.js';
import { AwayNotice } from './ui/away-notice.js';
import { Icon, type IconName } from './ui/icons.js';
import { LazyPart } from './ui/lazy-part.js';
import { Logo } from './ui/logo.js';

// By itself: who signs in need not wait for it.
const Bell = lazy(() => import('./ui/bell.js'));

/** `forMembers`: a viewer of the account has no use of it, or may not see it. */
const groups = [
  {
    name: t('Analysis'),
    links: [
      { to: '/app', icon: 'start', label: t('Analyse'), forMembers: true },
      { to: '/app/compare', icon: 'compare', label: t('Compare'), forMembers: true },
      { to: '/app/library', icon: 'library', label: t('Library'), forMembers: false },
      { to: '/app/datasets', icon: 'datasets', label: t('Datasets'), forMembers: false },
      { to: '/app/tasks', icon: 'tasks', label: t('Results'), forMembers: false },
    ],
  },
  {
    name: t('Developers'),
    links: [
      { to: '/app/callback', icon: 'callback', label: t('Callback URL'), forMembers: true },
      { to: '/app/deliveries', icon: 'deliveries', label: t('Deliveries'), forMembers: true },
      { to: '/app/keys', icon: 'keys', label: t('API keys'), forMembers: true },
      { to: '/app/usage', icon: 'usage', label: t('Usage'), forMembers: true },
    ],
  },
] as const;

export function Shell(): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const { data: me, error } = useQuery(meQuery);
  const router = useRouter();

  useEffect(() => {
    // The session ended meanwhile, here or in another window.
    if (me === null) void router.navigate({ to: '/login', search: { next: router.latestLocation.href } });
  }, [me, router]);
  // Asked again on the next page at the latest, but said by whatever is asked first.
  useEffect(() => whenSignedOut(() => queryClient.setQueryData(meQuery.queryKey, null)), []);
  const chosenLanguage = me?.user.language ?? null;
  useEffect(() => adoptLanguage(chosenLanguage), [chosenLanguage]);
  // The route does not wait for the answer, so its own page for errors does not see this one.
  if (me === undefined && error) return <PageFailed error={error} />;
  if (!me) return null;

  return (
    <div className="frame">
      <header className="frame-head">
        <a className="skip" href="#page">
          {t('Skip to the page')}
        </a>
        <Burger
          opened={open}
          onClick={() => setOpen(!open)}
          hiddenFrom="sm"
          size="sm"
          aria-label={t('Navigation')}
          aria-expanded={open}
        />
        <Link
          to="/app"
          style={{ color: 'inherit', textDecoration: 'none' }}
          aria-label={t('Contrafact, start page')}
        >
          <Logo />
        </Link>
        <Text c="dimmed" size="sm" truncate ml="auto" title={me.account.name}>
          {me.account.name}
        </Text>
        <LazyPart isOptional>
          <Bell />
        </LazyPart>
        <SchemeSwitch />
      </header>
      <div className={open ? 'frame-nav open' : 'frame-nav'}>
        <nav aria-label={t('Pages')}>
          {groupsFor(me.user.role).map(({ name, links }) => (
            <div key={name}>
              <p className="nav-group">{name}</p>
              {links.map(({ to, icon, label }) => (
                <NavLink key={to} to={to} icon={icon} label={label} onClick={close} />
              ))}
            </div>
          ))}
          <p className="nav-group">{t('Administration')}</p>
          <NavLink to="/app/members" icon="members" label={t('Members')} onClick={close} />
          <NavLink to="/app/notifications" icon="bell" label={t('Notifications')} onClick={close} />
          <NavLink to="/app/audit" icon="check" label={t('Audit log')} onClick={close} />
          {me.user.is_operator && (
            <NavLink to="/app/instance" icon="instance" label={t('Instance')} onClick={close} />
          )}
        </nav>
        <div style={{ marginTop: 'auto' }}>
          <a className="nav-link" href="/docs">
            <Icon name="docs" />
            {t('API reference')}
          </a>
          <NavLink to="/app/profile" icon="profile" label={t('Profile')} onClick={close} />
        </div>
      </div>
      <main id="page">
        <div style={{ maxWidth: '72rem', margin: '0 auto' }}>
          {me.user.role === 'viewer' && (
            <Text size="sm" c="dimmed" mb="md" role="note">
              {t('You are a viewer of this account: you can read results and change nothing.')}
            </Text>
          )}
          <AwayNotice />
          <Outlet />
        </div>
      </main>
    </div>
  );
}

const groupsFor = (role: Role) =>
  groups
    .map(({ name, links }) => ({
      name,
      links: links.filter(({ forMembers }) => role !== 'viewer' || !forMembers),
    }))
    .filter(({ links }) => links.length > 0);

type Target =
  | (typeof groups)[number]['links'][number]['to']
  | '/app/members'
  | '/app/notifications'
  | '/app/audit'
  | '/app/instance'
  | '/app/profile';

function NavLink(props: { to: Target; icon: IconName; label: string; onClick: () => void }): JSX.Element {
  return (
    <Link
      to={props.to}
      className="nav-link"
      activeProps={{ className: 'active', 'aria-current': 'page' }}
      activeOptions={{ exact: props.to === '/app' }}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      {props.label}
    </Link>
  );
}

function SchemeSwitch(): JSX.Element {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const isDark = scheme === 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      aria-label={isDark ? t('Use light colours') : t('Use dark colours')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} size={18} />
    </ActionIcon>
  );
}
