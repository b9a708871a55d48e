import type { CircusEvent, CircusState } from '../scopes/circus';
import type { RecordedEvent } from './recorded-events';

interface Hook {
  type: string;
  parent: Block;
  asyncError: Error;
}

/** A declared test, as far as the code under test reads it. */
export interface PlayedTest {
  type: 'test';
  name: string;
  parent: Block;
  fn: unknown;
  concurrent: boolean;
  asyncError: Error;
}

interface Block {
  type: 'describeBlock';
  name: string;
  parent: Block | undefined;
  children: (Block | PlayedTest)[];
  hooks: Hook[];
}

/** Plays recorded events: builds the state that circus would have, and hands out real event objects. */
export class CircusPlayer {
  readonly root = makeBlock('ROOT_DESCRIBE_BLOCK', undefined);
  #block = this.root;

  get state(): CircusState {
    return { rootDescribeBlock: this.root, currentDescribeBlock: this.#block } as unknown as CircusState;
  }

  /** Declares a test in the block that is being defined. */
  addTest(name: string, fn: unknown = () => {}, concurrent = false): PlayedTest {
    const test: PlayedTest = { type: 'test', name, parent: this.#block, fn, concurrent, asyncError: new Error(name) };
    this.#block.children.push(test);
    return test;
  }

  /** Plays one event: `handle` is called where circus would dispatch it. */
  play([name, subject]: RecordedEvent, handle: (event: CircusEvent, state: CircusState) => void): void {
    const dispatch = (about: object): void => handle({ name, ...about } as CircusEvent, this.state);
    if (name === 'start_describe_definition') {
      const block = makeBlock(subject, this.#block);
      this.#block.children.push(block);
      this.#block = block;
      dispatch({ blockName: subject, asyncError: new Error(subject) });
    } else if (name === 'finish_describe_definition') {
      // circus leaves the block before its handlers hear of it.
      this.#block = this.#block.parent ?? this.root;
      dispatch({ blockName: subject });
    } else if (name === 'add_hook') {
      this.#block.hooks.push({ type: subject, parent: this.#block, asyncError: new Error(subject) });
      dispatch({ hookType: subject });
    } else if (name === 'add_test') {
      this.addTest(subject);
      dispatch({ testName: subject });
    } else if (name.startsWith('hook_')) dispatch({ hook: this.#hookNamed(subject) });
    else if (name.startsWith('test_')) dispatch({ test: this.#find(subject, 'test') });
    else if (name.startsWith('run_describe_')) dispatch({ describeBlock: this.#find(subject, 'describeBlock') });
    else dispatch({});
  }

  #hookNamed(subject: string): Hook {
    const [type = '', block = ''] = subject.split(' of ');
    const hook = (this.#find(block, 'describeBlock') as Block).hooks.find((candidate) => candidate.type === type);
    if (hook === undefined) throw new Error(`no hook was recorded as ${subject}`);
    return hook;
  }

  #find(name: string, type: 'test' | 'describeBlock', from = this.root): Block | PlayedTest {
    const queue: (Block | PlayedTest)[] = [from];
    for (const entry of queue) {
      if (entry.type === type && entry.name === name) return entry;
      if (entry.type === 'describeBlock') queue.push(...entry.children);
    }
    throw new Error(`nothing was recorded as ${type} ${name}`);
  }
}

function makeBlock(name: string, parent: Block | undefined): Block {
  return { type: 'describeBlock', name, parent, children: [], hooks: [] };
}
