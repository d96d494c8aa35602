// Dies at once, with last words that hold a secret.
process.stderr.write(`${"noise ".repeat(20_000)}\n`);
process.stderr.write("Invalid configuration, key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 and ");
process.stderr.write(`${process.env.TEST_API_KEY ?? "none"} refused\n`, () => process.exit(3));
