export { VideoDialog, YoutubeVideoDialog } from './adding/video-dialog.tsx';
export { TextWithVideos } from './showing/text-with-videos.tsx';
