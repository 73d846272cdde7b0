//! Many puzzles in one text. Placeholder until the splitter is written.
