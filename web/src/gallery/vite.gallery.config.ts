import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Runs the gallery on its own: `npm run gallery`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  server: { fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
  build: { outDir: fileURLToPath(new URL('../../../build/gallery', import.meta.url)), emptyOutDir: true },
});
