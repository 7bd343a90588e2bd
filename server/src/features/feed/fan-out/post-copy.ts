/** Title of a notification about the posts that one author created on one day. */
export const newPostTitle = (several: boolean) => (several ? 'published new posts' : 'published a new post');
