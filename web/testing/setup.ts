import { configure } from '@testing-library/dom';

// Components that load on first use take longer than the usual second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
