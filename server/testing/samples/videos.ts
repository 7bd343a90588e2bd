import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';
import { newCourse, newPage } from './courses.ts';
import { box, newVideo } from './files.ts';

/** Builds an MP4 of the given duration with this many bytes of data, which are no frames. */
export const newMovie = (seconds: number, bytes = 100): Buffer =>
  Buffer.concat([newVideo(seconds), box('mdat', Buffer.alloc(bytes, 7))]);

/** Captions in the format WebVTT. */
export const captionsFile = 'WEBVTT\n\n00:01.000 --> 00:04.000\nMix the flour.\n';

/** Sends a part of a video with the tus protocol. */
export function sendPart(person: TestPerson, id: string, offset: number, part: Buffer): Promise<Response> {
  return person.fetch(`/api/video-uploads/${id}/bytes`, {
    method: 'PATCH',
    body: new Uint8Array(part),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  });
}

/** Starts to upload a video, and sends all of it if wanted. Returns the id of the upload. */
export async function startVideoUpload(
  _server: TestServer,
  person: TestPerson,
  space: { id: string },
  { isSent = true, file = newMovie(100), file_name = 'lesson.mp4' } = {},
): Promise<string> {
  const { video_upload } = await person.call('create_video_upload', {
    space_id: space.id,
    file_name,
    byte_size: file.length,
    last_modified: Math.floor(Math.random() * 1e12),
  });
  if (isSent) await sendPart(person, video_upload.id, 0, file);
  return video_upload.id;
}

/** Uploads a video as an owner or admin. */
export async function newVideoUpload(
  server: TestServer,
  person: TestPerson,
  space: { id: string },
  file?: Buffer,
): Promise<string> {
  const video_upload_id = await startVideoUpload(server, person, space, file && { file });
  return (await person.call('finish_video_upload', { video_upload_id })).upload_id;
}

/** Creates a course with a page that contains an uploaded video of 100 seconds. */
export async function newVideoPage(server: TestServer, person: TestPerson, space: { id: string }) {
  const course = await newCourse(person, space);
  const upload_id = await newVideoUpload(server, person, space);
  const content = `<p>Watch this.</p><figure data-video="upload:${upload_id}"></figure>`;
  const page = await newPage(person, course, { content });
  return { course, page, page_id: page.id, upload_id, content };
}
