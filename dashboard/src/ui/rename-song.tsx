/** Corrects the title and artist that a file's tags had wrong. */

import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import type { Music } from '../api/contract.js';
import { queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { MutationForm } from './mutation-form.js';

export function RenameSong({ music }: { music: Music }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState(music.title);
  const [artist, setArtist] = useState(music.artist);
  const rename = useMutation({
    mutationFn: () => call<Music>('PATCH', `/music/${music.musicId}`, { title, artist }),
    onSuccess: async (renamed) => {
      queryClient.setQueryData(['music', music.musicId], renamed);
      setOpen(false);
      await queryClient.invalidateQueries({ queryKey: ['library'] });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Edit')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('Edit title and artist')} centered>
        <MutationForm mutation={rename} action={t('Save')}>
          <TextInput
            label={t('Title')}
            required
            maxLength={500}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={t('Artist')}
            maxLength={500}
            value={artist}
            onChange={(event) => setArtist(event.currentTarget.value)}
          />
        </MutationForm>
      </Modal>
    </>
  );
}
