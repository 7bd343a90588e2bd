export { EncodingNote } from './adding/encoding-note.tsx';
export { VideoDialog, YoutubeVideoDialog } from './adding/video-dialog.tsx';
export { UploadedVideo } from './player/uploaded-video.tsx';
export { VideoBlock } from './showing/video-block.tsx';
