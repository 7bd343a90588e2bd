export { VideoDialog } from './adding/video-dialog.tsx';
export { UploadedVideo } from './player/uploaded-video.tsx';
export { TextWithVideos } from './showing/text-with-videos.tsx';
