/** Tags of a recording: shown, added, removed; a dialog that tags several, and a filter. */
import { ActionIcon, Autocomplete, Badge, Button, Group, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { meQuery, queryClient, tagsQuery } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { ChoiceSelect } from './choice-select.js';
import { MutationForm } from './mutation-form.js';

export const addTag = (musicId: string, tag: string): Promise<unknown> =>
  call('POST', `/music/${musicId}/tags`, { tag });

const refresh = (): Promise<unknown> =>
  Promise.all(['library', 'music', 'tags'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

export function TagBadges({ tags }: { tags: readonly string[] }): JSX.Element | null {
  if (tags.length === 0) return null;
  return (
    <Group gap={4} mt={2}>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" radius="sm" tt="none" size="sm">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

/** Filters a list by one of the account's tags ('': any); nothing where there is none. */
export function TagSelect(props: { value: string; onChange: (tag: string) => void }): JSX.Element | null {
  const { data } = useQuery(tagsQuery);
  const tags = data?.tags ?? [];
  if (tags.length === 0) return null;
  return (
    <ChoiceSelect
      label={t('Tag')}
      value={props.value}
      onChange={props.onChange}
      options={[{ value: '', label: t('Any tag') }, ...tags.map(({ tag }) => ({ value: tag, label: tag }))]}
    />
  );
}

/** With a cross at each, and a field for another. */
export function EditTags({ musicId, tags }: { musicId: string; tags: readonly string[] }): JSX.Element {
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: (tag: string) => call('DELETE', `/music/${musicId}/tags?tag=${encodeURIComponent(tag)}`),
    onSettled: refresh,
  });
  if (me?.user.role === 'viewer') return <TagBadges tags={tags} />;
  return (
    <Group gap={6} role="group" aria-label={t('Tags')}>
      {tags.map((tag) => (
        <Badge
          key={tag}
          variant="default"
          radius="sm"
          tt="none"
          rightSection={
            <ActionIcon
              size="xs"
              variant="transparent"
              color="gray"
              aria-label={t('Remove tag {{tag}}', { tag })}
              onClick={() => remove.mutate(tag)}
            >
              ×
            </ActionIcon>
          }
        >
          {tag}
        </Badge>
      ))}
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('Add tag')}
      </Button>
      <TagDialog open={open} onClose={() => setOpen(false)} onTag={(tag) => addTag(musicId, tag)} />
    </Group>
  );
}

export function TagDialog(props: {
  open: boolean;
  onClose: () => void;
  onTag: (tag: string) => Promise<unknown>;
}): JSX.Element {
  const { data } = useQuery({ ...tagsQuery, enabled: props.open });
  const [tag, setTag] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      await props.onTag(tag.trim());
      await refresh();
      setTag('');
      props.onClose();
    },
  });
  return (
    <Modal opened={props.open} onClose={props.onClose} title={t('Add a tag')} centered>
      <MutationForm mutation={add} action={t('Add tag')}>
        <Autocomplete
          label={t('Tag')}
          required
          maxLength={50}
          data={(data?.tags ?? []).map((one) => one.tag)}
          value={tag}
          onChange={setTag}
          data-autofocus
        />
      </MutationForm>
    </Modal>
  );
}
