export { coursePageQuery, coursePages, courseQuery, coursesSearchQuery } from './courses.api.ts';
export { CourseProgressAside } from './learners/course-progress-aside.tsx';
export { CourseProgressScreen } from './learners/course-progress-screen.tsx';
export { statisticsQuery } from './learners/learners.api.ts';
export { CoursesScreen } from './list/courses-screen.tsx';
export { CourseNotFound } from './reading/course-not-found.tsx';
export { CourseScreen } from './reading/course-screen.tsx';
