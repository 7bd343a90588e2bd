export { MapScreen } from './map-screen.tsx';
