/** How much there is to hear of since the last look; the list comes when it is opened. */
import { ActionIcon, Indicator } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type JSX, lazy, useRef, useState } from 'react';
import { unreadQuery } from '../api/queries.js';
import { withSentences } from '../i18n/catalogues.js';
import { t } from '../i18n/t.js';
import { Icon } from './icons.js';
import { LazyPart } from './lazy-part.js';

const NoticeList = lazy(withSentences(() => import('./notice-list.js')));

/** The browser's own popover: it closes by Escape and by a click beside it, and gives the focus back. */
export default function Bell(): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  return (
    <>
      <Indicator
        disabled={unread === 0}
        label={unread > 99 ? '99+' : unread}
        size={18}
        color="red.9"
        offset={4}
      >
        <ActionIcon
          variant="default"
          size="lg"
          popoverTarget="notices"
          aria-expanded={open}
          aria-label={
            unread === 0 ? t('Notifications') : t('Notifications: {{count}} new', { count: unread })
          }
        >
          <Icon name="bell" size={18} />
        </ActionIcon>
      </Indicator>
      <div
        ref={panel}
        id="notices"
        popover="auto"
        role="dialog"
        className="bell-panel"
        aria-label={t('Notifications')}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <LazyPart>{open && <NoticeList onLeave={() => panel.current?.hidePopover()} />}</LazyPart>
      </div>
    </>
  );
}
