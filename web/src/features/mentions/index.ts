export { useFindPeople } from './use-find-people.ts';
