/** The largest width of a poster, in pixels. */
const maxWidth = 1280;
/** How long a browser may need to show a frame, in milliseconds. */
const patience = 15_000;

/** Returns a frame of a video as an image; null if this browser can't play it. */
export async function capturePoster(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const isShown = await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patience);
      video.addEventListener('error', () => resolve(false), { once: true });
      video.addEventListener('seeked', () => resolve(true), { once: true });
      video.addEventListener(
        'loadedmetadata',
        () => {
          // The first frames are often black.
          video.currentTime = Number.isFinite(video.duration) ? Math.min(1, video.duration / 10) : 0.1;
        },
        { once: true },
      );
      video.src = url;
    });
    return isShown ? await toImage(video) : null;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

async function toImage(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return null;
  const scale = Math.min(1, maxWidth / videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' });
}
