type SignOutTask = () => Promise<unknown>;

const tasks = new Set<SignOutTask>();

/** Registers a task to run before sign-out, such as saving a draft. Returns a function that unregisters it. */
export function beforeSignOut(task: SignOutTask): () => void {
  tasks.add(task);
  return () => tasks.delete(task);
}

/** Runs all registered tasks; gives up after `within` milliseconds. */
export async function runBeforeSignOut(timeout: number): Promise<void> {
  const timedOut = new Promise((resolve) => setTimeout(resolve, timeout));
  await Promise.race([Promise.allSettled([...tasks].map((task) => task())), timedOut]);
}
