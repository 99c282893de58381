//! What is written early before all numbers that it depends on are known: it has the right size, and is written again in its turn.

use super::Writing;
use super::frame::{Frame, Guess, Pending, Provisional, Used};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::execution_state::Complete;
use crate::plan::expression::is_unknown;

/// The number of steps inside each other that are written more than once in any case. Each level multiplies the work.
const MAX_LEVELS: usize = 4;

/// The most steps, and bytes of these, that are written early and can be written again in more levels.
const MAX_EARLY: u64 = 1 << 24;

impl Writing<'_, '_, '_> {
    /// A result, or `otherwise` if it depends on a number that is not known yet in a draft, or while a step is written early. That
    /// step is then provisional.
    pub(super) fn or_later<T>(&self, result: Result<T>, otherwise: T) -> Result<T> {
        match result {
            Err(error) if is_unknown(&error) && self.is_draft() => Ok(otherwise),
            Err(error) if is_unknown(&error) && self.may_be_provisional() => {
                self.provisional.set(Provisional { is: true, ..self.provisional.get() });
                Ok(otherwise)
            }
            result => result,
        }
    }

    /// Whether everything is written again, with numbers that depend on values after them.
    pub(super) fn is_draft(&self) -> bool {
        matches!(self.state.complete, Complete::Draft)
    }

    fn may_be_provisional(&self) -> bool {
        let levels = self.early_levels();
        levels > 0 && self.is_allowed_again(levels - 1)
    }

    /// The number of steps inside each other that are written early.
    pub(super) fn early_levels(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, Frame::Early { .. })).count()
    }

    /// Whether a step can be written more than once inside so many others that are.
    pub(super) fn is_allowed_again(&self, levels: usize) -> bool {
        levels < MAX_LEVELS || self.state.early < MAX_EARLY
    }

    /// What is noted of the step that is written early, which begins or ends; `other` is noted in its place. What is inside a step is
    /// written again in its turn, and notes the same for the step around it.
    pub(super) fn exchange(&self, other: Provisional) -> Provisional {
        self.provisional.replace(other)
    }

    /// Whether a step is provisional, and more numbers are known than when it was written.
    pub(super) fn is_stale(&self, step: u32) -> bool {
        let found = self.early_index(step as usize).zip(self.frame());
        found.is_some_and(|(at, frame)| {
            frame.early[at].provisional.is && frame.early[at].progress < frame.next
        })
    }

    /// Notes that a step that was written early, which is next, is written again; false for a step that is not provisional.
    pub(super) fn is_written_again(&mut self, at: usize) -> bool {
        let is_provisional = self.frame().is_some_and(|frame| frame.early[at].provisional.is);
        if is_provisional {
            self.write_again(at);
        }
        is_provisional
    }

    /// Notes that a step that was written early, which is next, is written again.
    pub(super) fn write_again(&mut self, at: usize) {
        let start = self.writer.len();
        if let Some(Frame::Item(frame)) = self.frames.last_mut() {
            frame.pending = frame.early.get(at).map(|early| Pending { place: early.place, start });
        }
    }

    /// Checks that the step before, which was written again, is what numbers were computed from.
    pub(super) fn check_pending(&mut self) -> Result<()> {
        let Some(Frame::Item(frame)) = self.frames.last_mut() else { return Ok(()) };
        let Some(Pending { place, start }) = frame.pending.take() else { return Ok(()) };
        let Some(at) = frame.early.iter().position(|early| early.place == place) else {
            return Ok(());
        };
        let early = frame.early.swap_remove(at);
        let written = self.writer.as_slice().get(start..).unwrap_or_default();
        let is_same = match early.used.get() {
            Used::Bytes => written == early.bytes && !early.provisional.has_guesses,
            Used::Size => written.len() == early.bytes.len(),
            Used::Nothing => true,
        };
        let is_guessed = |guess: &Guess| {
            !guess.is_read.get() || frame.computed_number(guess.place) == Some(guess.number)
        };
        let is_same = is_same && early.guesses.iter().all(is_guessed);
        if is_same || self.is_draft() {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::Plan(PlanFault::Derived)))
        }
    }
}
