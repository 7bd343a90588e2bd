import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const iconModule = /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/;

/** Creates the components of icons in builds, in place of lucide-react. */
const creator = fileURLToPath(new URL('create-icon.ts', import.meta.url));

/**
 * Removes from an icon of lucide-react what only other programs need: the React key of each shape, which never changes its
 * position, and former names, which would be classes of the icon. Its component is created by `createIcon`.
 */
export function trimIcon(code: string): string {
  return code
    .replace(
      /^import createLucideIcon from '[^']*';$/m,
      `import { createIcon as createLucideIcon } from ${JSON.stringify(creator)};`,
    )
    .replace(/,\s*key: "[^"]*"(?=\s*\})/g, '')
    .replace(/,\s*aliases: \[[^\]]*\]/g, '')
    .replace(/^__iconData\.node;$/m, '');
}

/** Makes icons smaller in builds. Development keeps the keys, without which React would warn. */
export function trimIcons(): Plugin {
  return {
    name: 'trim-icons',
    apply: 'build',
    transform: {
      filter: { id: iconModule },
      handler: (code) => ({ code: trimIcon(code), map: null }),
    },
  };
}
