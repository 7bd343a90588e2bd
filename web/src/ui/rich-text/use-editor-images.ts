import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';

/**
 * Uploads an image and resolves to its URL, with its size in pixels if that is known, for which the text keeps room while it loads. The message of a
 * rejection is shown, also that of a file that is no image.
 */
export type PickImage = (
  file: File,
) => Promise<{ src: string; alt: string; width?: number; height?: number }>;

/** Inserts images into an editor once they are uploaded. Without `pickImage`, it takes none. A problem is shown until `forget`. */
export function useEditorImages(pickImage: PickImage | undefined) {
  const [uploading, setUploading] = useState(0);
  const [problem, setProblem] = useState('');
  /** Takes the images among the files. Without any, `pickImage` says so. Returns whether there are files. */
  const add = (editor: Editor | null, files: File[]): boolean => {
    if (!pickImage || files.length === 0) return false;
    const images = files.filter(({ type }) => type.startsWith('image/'));
    setProblem('');
    for (const file of images.length > 0 ? images : files.slice(0, 1)) {
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
  return { add, isUploading: uploading > 0, problem, forget: () => setProblem('') };
}
