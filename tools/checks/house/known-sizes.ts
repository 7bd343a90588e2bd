/** Functions and props that are larger than the limits of `size-rules.ts` and older than that check. Only ever shorten this list. */
export const knownSizes: ReadonlySet<string> = new Set([
  'web/src/features/calendar/event-form/cover-field.tsx CoverField',
  'web/src/features/calendar/event-form/repeat-fields.tsx RepeatFields',
  'web/src/features/comments/comment-item.tsx CommentItem',
  'web/src/features/comments/comment-menu.tsx CommentMenu',
  'web/src/features/posts/menu/post-menu.tsx PostMenu',
  'web/src/features/posts/post-screen.tsx PostScreen',
  'web/src/features/spaces/about/editor/about-fields.tsx AboutFields',
  'web/src/features/spaces/about/editor/rules-field.tsx RulesField',
  'web/src/ui/rich-text/editor-mention-list.tsx EditorMentionList',
  'web/src/ui/rich-text/rich-text-editor.tsx RichTextEditorProps',
  'web/src/ui/rich-text/rich-text-editor.tsx RichTextEditor',
]);
