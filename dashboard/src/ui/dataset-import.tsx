import { Button, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useRef, useState } from 'react';
import { queryClient } from '../api/queries.js';
import { DropZone } from './drop-zone.js';
import { isSongFile } from './folder-songs.js';
import { emptySum, ImportReport, type ImportSum } from './import-report.js';
import { Failed } from './parts.js';
import { importFolder, importTable } from './run-import.js';

/** A table of songs, or a folder of lyrics and audio, into a dataset, with a report of what was refused. */
export function DatasetImport({ datasetId }: { datasetId: string }): JSX.Element {
  const [done, setDone] = useState(0);
  const [at, setAt] = useState('');
  const [sum, setSum] = useState<ImportSum>(emptySum);
  const run = useMutation({
    mutationFn: (files: File[]) => {
      setDone(0);
      setSum(emptySum);
      const onPiece = (next: ImportSum, fraction: number, name: string): void => {
        setSum(next);
        setDone(fraction);
        setAt(name);
      };
      const table = files.find((file) => !isSongFile(file));
      return files.length === 1 && table
        ? importTable(datasetId, table, onPiece)
        : importFolder(datasetId, files, onPiece);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['datasets'] }),
  });
  return (
    <div>
      <DropZone
        title="Drop a CSV or JSONL file, lyrics or recordings here, or choose some"
        hint="Columns or fields: title, artist, year, link, language, lyrics. Of a .lrc and a recording with the same name one song is made."
        accept=".csv,.jsonl,.ndjson,text/csv,.lrc,.txt,.mp3,.wav,.flac,.m4a,.aac,.ogg,.opus,.mid,.midi"
        multiple
        onFiles={(files) => run.mutate(files)}
      />
      <FolderButton disabled={run.isPending} onFiles={(files) => run.mutate(files)} />
      <div aria-live="polite" style={{ marginTop: '0.75rem' }}>
        {run.isPending && (
          <>
            <Progress value={done * 100} animated aria-label="Import" mb={4} />
            <Text size="sm" c="dimmed" className="long" mb="xs">
              {Math.round(done * 100)} %{at && `, ${at}`}
            </Text>
          </>
        )}
        {run.error && <Failed error={run.error} />}
        {sum.added + sum.rejected + sum.leftOut > 0 && <ImportReport sum={sum} />}
      </div>
    </div>
  );
}

function FolderButton(props: { disabled: boolean; onFiles: (files: File[]) => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button mt="sm" variant="default" disabled={props.disabled} onClick={() => input.current?.click()}>
        Choose a folder
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Choose a folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) props.onFiles(files);
        }}
      />
    </>
  );
}
