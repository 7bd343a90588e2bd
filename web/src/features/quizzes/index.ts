export { QuizEditorDialog } from './editing/quiz-editor-dialog.tsx';
export { refetchQuizzes } from './quizzes.api.ts';
export { QuizStatisticsDialog } from './statistics/quiz-statistics-dialog.tsx';
export { QuizView } from './taking/quiz-view.tsx';
