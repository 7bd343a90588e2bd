export { coursePageQuery, coursePages, courseQuery } from './courses.api.ts';
export { CoursesScreen } from './list/courses-screen.tsx';
export { CourseNotFound } from './reading/course-not-found.tsx';
export { CourseScreen } from './reading/course-screen.tsx';
