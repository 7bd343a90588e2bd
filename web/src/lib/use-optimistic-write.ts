import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#web/ui/toast.ts';
import { toMessage } from './error-messages.ts';

interface OptimisticWrite<Input, Output> {
  /** Sends it. */
  write: (input: Input) => Promise<Output>;
  /** Shows it before the server has answered; answers how to take it back. */
  show: (input: Input, client: QueryClient) => (() => void) | undefined;
  /** Puts the server's answer in the cache. */
  settle?: (output: Output, input: Input, client: QueryClient) => void;
  /** Title of the message when it failed and was undone; its text is the server's. */
  failed: string;
}

/** A write that shows at once and undoes itself with a message when the server refuses it or cannot be reached. */
export function useOptimisticWrite<Input, Output>(options: OptimisticWrite<Input, Output>) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input, (() => void) | undefined>({
    mutationFn: options.write,
    onMutate: (input) => options.show(input, client),
    onSuccess: (output, input) => options.settle?.(output, input, client),
    onError: (error, _input, undo) => {
      undo?.();
      toast({
        title: options.failed,
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
}
