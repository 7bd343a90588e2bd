/** The largest width of a poster, in pixels. */
const maxWidth = 1280;
/** How long a browser may need to show a frame, in milliseconds. */
const patience = 15_000;
/** Where frames are looked for, as shares of the duration: the first ones are often black. */
const places = [0.05, 0.25, 0.5];
/** The average brightness, from 0 to 255, below which a frame shows nothing. */
const darkest = 12;

/** Returns a frame of a video as an image, the first one that isn't black; null if this browser can't play it. */
export async function capturePoster(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const has = (event: string) =>
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patience);
      video.addEventListener('error', () => resolve(false), { once: true });
      video.addEventListener(event, () => resolve(true), { once: true });
    });
  try {
    const isLoaded = has('loadedmetadata');
    video.src = url;
    if (!(await isLoaded) || !video.videoWidth) return null;
    let frame: HTMLCanvasElement | null = null;
    for (const place of places) {
      const isShown = has('seeked');
      video.currentTime = Number.isFinite(video.duration) ? place * video.duration : place;
      if (!(await isShown)) break;
      frame = draw(video, Math.min(maxWidth, video.videoWidth));
      if (brightnessOf(frame) > darkest) break;
    }
    return frame && (await toImage(frame));
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function draw(source: HTMLVideoElement, width: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((source.videoHeight * width) / source.videoWidth);
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the average of all channels of a frame. */
function brightnessOf(frame: HTMLCanvasElement): number {
  const small = document.createElement('canvas');
  [small.width, small.height] = [32, 18];
  const context = small.getContext('2d');
  if (!context) return 0;
  context.drawImage(frame, 0, 0, small.width, small.height);
  const { data } = context.getImageData(0, 0, small.width, small.height);
  const colors = data.filter((_, index) => index % 4 !== 3);
  return colors.reduce((sum, value) => sum + value, 0) / colors.length;
}

async function toImage(frame: HTMLCanvasElement): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => frame.toBlob(resolve, 'image/jpeg', 0.85));
  return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' });
}
