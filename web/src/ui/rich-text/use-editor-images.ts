import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';

/** Uploads an image and resolves to its URL. The message of a rejection is shown. */
export type PickImage = (file: File) => Promise<{ src: string; alt: string }>;

/** Inserts images into an editor once they are uploaded. Without `pickImage`, it takes none. */
export function useEditorImages(pickImage: PickImage | undefined) {
  const [uploading, setUploading] = useState(0);
  const [problem, setProblem] = useState('');
  /** Takes the images among the files; returns whether there are any. */
  const add = (editor: Editor | null, files: File[]): boolean => {
    const images = files.filter(({ type }) => type.startsWith('image/'));
    if (!pickImage || images.length === 0) return false;
    setProblem('');
    for (const file of images) {
      setUploading((count) => count + 1);
      pickImage(file)
        .then((image) => {
          if (!editor?.isDestroyed) editor?.chain().setImage(image).run();
        })
        .catch((error: unknown) =>
          setProblem(error instanceof Error ? error.message : t("Couldn't add the image.")),
        )
        .finally(() => setUploading((count) => count - 1));
    }
    return true;
  };
  return { add, isUploading: uploading > 0, problem };
}
