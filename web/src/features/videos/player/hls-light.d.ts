/** The small build of hls.js, which comes without types of its own. */
declare module 'hls.js/light' {
  import Hls from 'hls.js';
  export default Hls;
}
