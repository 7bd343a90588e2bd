/** Words of an entry about the posts that one author wrote on one day. */
export const newPostCopy = (several: boolean) => (several ? 'published new posts' : 'published a new post');
