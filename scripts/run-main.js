'use strict';

module.exports = { runMain };

/** Runs a script's `main`, whose promise holds the exit code; an error is told and ends with 2. */
function runMain(main) {
  main().then(
    (exitCode) => {
      process.exitCode = exitCode;
    },
    (error) => {
      console.error(error.message);
      process.exitCode = 2;
    },
  );
}
