import { useState } from 'react';
import { type ChosenFile, ChosenFiles, FileDrop } from './file-drop.tsx';

export const title = 'FileDrop';

function Living() {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  return (
    <FileDrop
      label="Images"
      hint="PNG or JPEG, up to 5 MB, three at most."
      accept="image/png,image/jpeg"
      maxSize={5 * 1024 * 1024}
      room={3 - files.length}
      multiple
      onFiles={(selected) =>
        setFiles([...files, ...selected.map(({ name, size }) => ({ id: crypto.randomUUID(), name, size }))])
      }
    >
      <ChosenFiles files={files} onRemove={(id) => setFiles(files.filter((file) => file.id !== id))} />
    </FileDrop>
  );
}

export const states = {
  'Try it': Living,
  'Each state of a file': () => (
    <FileDrop label="Attachments" room={0} onFiles={() => undefined}>
      <ChosenFiles
        onRemove={() => undefined}
        onRetry={() => undefined}
        files={[
          { id: '1', name: 'contact-sheet-with-a-rather-long-name-1987.pdf', size: 1_580_000 },
          { id: '2', name: 'negative.tiff', size: 9_000_000, progress: 0.4 },
          { id: '3', name: 'cover.png', size: 400_000, error: 'The connection was lost.' },
        ]}
      />
    </FileDrop>
  ),
  Disabled: () => <FileDrop label="Cover" onFiles={() => undefined} disabled />,
};
