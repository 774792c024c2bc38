/** How much there is to hear of since the last look; the list comes when it is opened. */
import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type JSX, lazy, Suspense, useState } from 'react';
import { unreadQuery } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { Icon } from './icons.js';

const NoticeList = lazy(() => import('./notice-list.js'));

export default function Bell(): JSX.Element {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  return (
    <Indicator
      disabled={unread === 0}
      label={unread > 99 ? '99+' : unread}
      size={18}
      color="red.9"
      offset={4}
    >
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        width={360}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            variant="default"
            size="lg"
            onClick={() => setOpen(!open)}
            aria-label={
              unread === 0 ? t('Notifications') : t('Notifications: {{count}} new', { count: unread })
            }
          >
            <Icon name="bell" size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="sm" maw="calc(100vw - 2rem)" aria-label={t('Notifications')}>
          <Suspense>{open && <NoticeList onLeave={() => setOpen(false)} />}</Suspense>
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
}
