/* The boundaries of the code, checked by `npm test`. The arrows between features are in tools/feature-dependencies.mjs. */
import { serverArrows, webArrows } from './tools/feature-dependencies.mjs';

const test = '\\.test\\.tsx?$';

/** A feature may use only the features its arrows name, and a feature without a list uses none. */
function arrowRules(folder, arrows) {
  const known = Object.entries(arrows).map(([feature, allowed]) => ({
    name: `${folder.split('/')[0]}-arrows-of-${feature}`,
    comment: `${feature} may use: ${allowed.join(', ') || 'no other feature'} (tools/feature-dependencies.mjs)`,
    severity: 'error',
    from: { path: `^${folder}/${feature}/`, pathNot: test },
    to: { path: `^${folder}/(?!(${[feature, ...allowed].join('|')})/)` },
  }));
  const unlisted = {
    name: `${folder.split('/')[0]}-feature-without-arrows`,
    comment: 'Name the feature and what it may use in tools/feature-dependencies.mjs.',
    severity: 'error',
    from: { path: `^${folder}/(?!(?:${Object.keys(arrows).join('|')})/)([^/]+)/`, pathNot: test },
    to: { path: `^${folder}/`, pathNot: `^${folder}/$1/` },
  };
  const door = {
    name: `${folder.split('/')[0]}-feature-door`,
    comment: 'Another feature is used through its index.ts only.',
    severity: 'error',
    from: { path: `^${folder}/([^/]+)/` },
    to: { path: `^${folder}/(?!$1/)[^/]+/(?!index\\.tsx?$)` },
  };
  return [...known, unlisted, door];
}

/** Code in `from` may use nothing of what `to` matches. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files that need each other are one thing, or miss a third.',
      {},
      { circular: true },
    ),
    forbid('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    forbid(
      'contract-alone',
      'The contract uses zod, icu-minify and itself.',
      { path: '^contract/', pathNot: test },
      { pathNot: ['^contract/', '^node_modules/(zod|icu-minify)/'] },
    ),
    forbid(
      'server-without-web',
      'The server knows no source of the web.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    forbid(
      'web-without-server',
      'The web knows no source of the server.',
      { path: '^web/' },
      { path: '^(server|tools)/' },
    ),
    forbid(
      'platform-below-features',
      'The platform carries the features and knows none.',
      { path: '^server/src/platform/' },
      { path: '^server/src/(features/|app\\.ts|main\\.ts)' },
    ),
    forbid(
      'server-without-dev-packages',
      'What runs in production may not lean on a package that is there for development.',
      { path: '^server/(src|seed)/', pathNot: test },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'start-without-dev-packages',
      '`npm start` installs no packages for development, and it builds the web app.',
      {
        path: '^(vite\\.config\\.ts$|tools/(launch|build-web|messages/compile-messages|postgres/|stop-requests)|web/src/)',
        pathNot: [test, '\\.gallery\\.tsx$', '^web/src/gallery/'],
      },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'ui-alone',
      'The design system uses React, Base UI, lucide, messages and itself; its rich text also TipTap and what texts can contain.',
      { path: '^web/src/ui/', pathNot: [test, '\\.gallery\\.tsx$', '^web/src/ui/rich-text/'] },
      {
        pathNot: [
          '^web/src/(ui|styles/lazy)/',
          '^contract/src/i18n/',
          '^node_modules/(@types/)?(react|react-dom|@base-ui/react|lucide-react)/',
        ],
      },
    ),
    forbid(
      'ui-rich-text-alone',
      'The design system uses React, Base UI, lucide, messages and itself; its rich text also TipTap and what texts can contain.',
      { path: '^web/src/ui/rich-text/', pathNot: [test, '\\.gallery\\.tsx$'] },
      {
        pathNot: [
          '^web/src/(ui|styles/lazy)/',
          '^contract/src/i18n/',
          '^node_modules/(@types/)?(react|react-dom|@base-ui/react|lucide-react)/',
          '^contract/src/values/text/',
          '^node_modules/@tiptap/',
        ],
      },
    ),
    forbid(
      'lib-below-features',
      'web/src/lib carries the features and knows none.',
      { path: '^web/src/lib/' },
      { path: '^web/src/(features|pages|app)/' },
    ),
    forbid(
      'features-below-pages',
      'Pages arrange features, not the other way round.',
      { path: '^web/src/features/', pathNot: test },
      { path: '^web/src/(pages|app)/' },
    ),
    forbid(
      'membership-hooks',
      'Memberships change only in the functions that run the hooks.',
      {
        path: '^server/',
        pathNot: [
          test,
          '^server/src/features/members/(start-membership|end-membership|bans/ban-member|roles/change-roles)\\.ts$',
        ],
      },
      { path: '^server/src/features/members/memberships\\.queries\\.ts$' },
    ),
    forbid(
      'post-hooks',
      'Posts are created, edited and deleted only by the actions that run the hooks.',
      {
        path: '^server/',
        pathNot: [test, '^server/src/features/posts/(create-post|delete-post|editing/update-post)\\.ts$'],
      },
      { path: '^server/src/features/posts/post-lifecycle\\.queries\\.ts$' },
    ),
    forbid(
      'comment-hooks',
      'Comments are created, edited and deleted only by the actions that run the hooks.',
      {
        path: '^server/',
        pathNot: [test, '^server/src/features/comments/(create|update|delete)-comment\\.ts$'],
      },
      { path: '^server/src/features/comments/comment-lifecycle\\.queries\\.ts$' },
    ),
    forbid(
      'space-hooks',
      'Spaces are created only by the action that runs the hooks.',
      { path: '^server/', pathNot: [test, '^server/src/features/spaces/create-space\\.ts$'] },
      { path: '^server/src/features/spaces/space-lifecycle\\.queries\\.ts$' },
    ),
    forbid(
      'event-hooks',
      'Events are edited and deleted only by the actions that run the hooks.',
      { path: '^server/', pathNot: [test, '^server/src/features/calendar/(update|end)-event\\.ts$'] },
      { path: '^server/src/features/calendar/series/update-events\\.queries\\.ts$' },
    ),
    ...arrowRules('server/src/features', serverArrows),
    ...arrowRules('web/src/features', webArrows),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The rules also hold in a checkout whose node_modules is a link.
    preserveSymlinks: true,
    exclude: { path: '^(build|data|\\.runtime)/' },
    parser: 'tsc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.mts'],
    },
  },
};
