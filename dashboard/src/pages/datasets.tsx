import { Anchor, Badge, Button, Modal, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import type { Dataset } from '../api/contract.js';
import { datasetsQuery, queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { shownName } from '../ui/datasets.js';
import { MutationForm } from '../ui/mutation-form.js';
import { Loaded, PageHead } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { useCanEdit } from '../ui/use-can-edit.js';

export function DatasetsPage(): JSX.Element {
  const datasets = useQuery(datasetsQuery);
  const canEdit = useCanEdit();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHead
        title={t('Datasets')}
        about={t('Reference catalogues for comparison. “default” is shared by every account.')}
      >
        {canEdit && <Button onClick={() => setCreating(true)}>{t('Create a dataset')}</Button>}
      </PageHead>
      <Loaded query={datasets}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {data.datasets.map((dataset) => (
              <div key={dataset.dataset_id} className="card" style={{ padding: '1rem' }}>
                <Anchor
                  component={Link}
                  to="/app/datasets/$datasetId"
                  params={pathParams({ datasetId: dataset.dataset_id })}
                  fw={600}
                  className="long"
                >
                  {shownName(dataset, data.datasets)}
                </Anchor>{' '}
                {dataset.read_only && (
                  <Badge variant="light" color="gray" tt="none" radius="sm">
                    {t('instance')}
                  </Badge>
                )}
                <Text size="sm" c="dimmed" className="long" lineClamp={3}>
                  {dataset.description}
                </Text>
                <Text size="sm" mt="xs">
                  {t('{{count, number}} songs', { count: dataset.songs })}
                </Text>
              </div>
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <CreateDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function CreateDialog(props: { open: boolean; onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => call<Dataset>('POST', '/datasets', { name, description }),
    onSuccess: async (dataset) => {
      await queryClient.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: '/app/datasets/$datasetId', params: { datasetId: dataset.dataset_id } });
    },
  });
  return (
    <Modal opened={props.open} onClose={props.onClose} title={t('Create a dataset')} centered>
      <MutationForm mutation={create} action={t('Create')}>
        <TextInput
          label={t('Name')}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label={t('Description')}
          maxLength={2000}
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </MutationForm>
    </Modal>
  );
}
