//! Measuring things against each other.
//!
//! On a shared machine the time of a run says little; the ratio of two runs, one right after the
//! other, says more. A [`Race`] runs all its entries in turns, for many rounds, and gives medians:
//! of the times, and of the ratios within a round. Times are those that the thread had, not those on
//! the wall: a long run would be interrupted more often than a short one.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// What one run of an entry goes through.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    /// Operations (or whatever the table calls so).
    pub items: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Runs something a number of times and says how long that took.
type Work<'a> = Box<dyn FnMut(u32) -> Duration + 'a>;

struct Entry<'a> {
    name: String,
    amount: Amount,
    work: Work<'a>,
    /// Runs in one round, so that a round takes long enough to be measured.
    repeat: u32,
    times: Vec<f64>,
}

/// Things to be measured against each other.
pub struct Race<'a> {
    title: String,
    item: &'static str,
    rounds: u32,
    entries: Vec<Entry<'a>>,
    /// Entries to divide by, by position.
    against: Vec<usize>,
    aims: Vec<Aim>,
}

/// What a race is meant to show.
struct Aim {
    text: String,
    value: Box<dyn Fn(&Race<'_>) -> f64>,
    most: Option<f64>,
    least: Option<f64>,
}

/// The shortest time of a round.
const ROUND: Duration = Duration::from_millis(8);

impl<'a> Race<'a> {
    /// A race without entries; `item` names what [`Amount::items`] counts.
    pub fn new(title: impl Into<String>, item: &'static str, rounds: u32) -> Self {
        Race {
            title: title.into(),
            item,
            rounds,
            entries: Vec::new(),
            against: Vec::new(),
            aims: Vec::new(),
        }
    }

    /// Adds an entry and gives its position.
    pub fn add<T>(
        &mut self,
        name: impl Into<String>,
        items: u64,
        bytes: u64,
        mut work: impl FnMut() -> T + 'a,
    ) -> usize {
        self.add_work(
            name.into(),
            Amount { items, bytes },
            Box::new(move |repeat| {
                let start = ThreadTime::now();
                for _ in 1..repeat {
                    black_box(work());
                }
                // What a long run makes is given back after the clock has stopped.
                let last = black_box(work());
                let time = start.elapsed();
                drop(last);
                time
            }),
        )
    }

    /// Adds an entry that measures itself, once for each call, and gives its position.
    pub fn add_measured(
        &mut self,
        name: impl Into<String>,
        items: u64,
        bytes: u64,
        mut measure: impl FnMut() -> Duration + 'a,
    ) -> usize {
        let work = Box::new(move |repeat| (0..repeat).map(|_| measure()).sum());
        self.add_work(name.into(), Amount { items, bytes }, work)
    }

    fn add_work(&mut self, name: String, amount: Amount, work: Work<'a>) -> usize {
        self.entries.push(Entry { name, amount, work, repeat: 1, times: Vec::new() });
        self.entries.len() - 1
    }

    /// Adds a column: nanoseconds for an item, divided by those of this entry.
    pub fn against(&mut self, entry: usize) {
        self.against.push(entry);
    }

    /// Says what is hoped for: items per second in millions, at least.
    pub fn aim_rate(&mut self, entry: usize, least: f64) {
        let text = format!("{}: M{}/s", self.entries[entry].name, self.item);
        let value = Box::new(move |race: &Race<'_>| 1e3 / race.per_item(entry));
        self.aims.push(Aim { text, value, most: None, least: Some(least) });
    }

    /// Says what is hoped for: the time for an item against another entry's, at most.
    pub fn aim_ratio(&mut self, entry: usize, against: usize, most: f64) {
        let [a, b] = [entry, against].map(|entry| self.entries[entry].name.clone());
        let value = Box::new(move |race: &Race<'_>| race.ratio(entry, against));
        self.aims.push(Aim { text: format!("{a} / {b}"), value, most: Some(most), least: None });
    }

    /// Says what is hoped for: how many times as fast as another entry, at least.
    pub fn aim_times(&mut self, entry: usize, against: usize, least: f64) {
        let [a, b] = [entry, against].map(|entry| self.entries[entry].name.clone());
        let value = Box::new(move |race: &Race<'_>| 1.0 / race.ratio(entry, against));
        let text = format!("{a}, times as fast as {b}");
        self.aims.push(Aim { text, value, most: None, least: Some(least) });
    }

    /// Says what is hoped for: megabytes per second, at least.
    pub fn aim_bytes(&mut self, entry: usize, least: f64) {
        let text = format!("{}: MB/s", self.entries[entry].name);
        let value = Box::new(move |race: &Race<'_>| {
            let entry = &race.entries[entry];
            entry.amount.bytes as f64 / median(&entry.times) * 1e3
        });
        self.aims.push(Aim { text, value, most: None, least: Some(least) });
    }

    /// Says what is hoped for: the time of a run in microseconds, at most.
    pub fn aim_time(&mut self, entry: usize, most: f64) {
        let text = format!("{}: microseconds", self.entries[entry].name);
        let value = Box::new(move |race: &Race<'_>| median(&race.entries[entry].times) / 1e3);
        self.aims.push(Aim { text, value, most: Some(most), least: None });
    }

    fn per_item(&self, entry: usize) -> f64 {
        let entry = &self.entries[entry];
        median(&entry.times) / entry.amount.items as f64
    }

    /// The median over the rounds of the ratio of the times for an item.
    fn ratio(&self, entry: usize, against: usize) -> f64 {
        let [a, b] = [entry, against].map(|entry| &self.entries[entry]);
        let scale = b.amount.items as f64 / a.amount.items as f64;
        let ratios: Vec<f64> = a.times.iter().zip(&b.times).map(|(a, b)| a / b * scale).collect();
        median(&ratios)
    }

    /// Runs all entries in turns, every other round backwards, and prints the table.
    pub fn run(mut self) {
        for entry in &mut self.entries {
            // The first run only warms up.
            (entry.work)(1);
            let once = (entry.work)(1).max(Duration::from_nanos(20));
            let repeat = ROUND.as_nanos() / once.as_nanos();
            entry.repeat = u32::try_from(repeat).unwrap_or(u32::MAX).clamp(1, 10_000);
        }
        for round in 0..self.rounds {
            let count = self.entries.len();
            for position in 0..count {
                let position = if round % 2 == 0 { position } else { count - 1 - position };
                let entry = &mut self.entries[position];
                let time = (entry.work)(entry.repeat).as_nanos() as f64;
                entry.times.push(time / f64::from(entry.repeat));
            }
        }
        self.print();
    }

    fn print(&self) {
        let width = self.entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
        println!("\n{}", self.title);
        print!("{:width$} {:>10} {:>10} {:>10}", "", "ns", "M/s", "MB/s");
        for &entry in &self.against {
            print!("  {:>14}", format!("/ {}", short(&self.entries[entry].name)));
        }
        println!("    (per {})", self.item);
        for (position, entry) in self.entries.iter().enumerate() {
            let per_item = self.per_item(position);
            let rate = match entry.amount.bytes {
                0 => String::new(),
                bytes => format!("{:.0}", bytes as f64 / median(&entry.times) * 1e3),
            };
            print!("{:width$} {per_item:>10.2} {:>10.2} {rate:>10}", entry.name, 1e3 / per_item);
            for &against in &self.against {
                print!("  {:>14.3}", self.ratio(position, against));
            }
            println!();
        }
        for aim in &self.aims {
            let value = (aim.value)(self);
            let (sign, bound) = match (aim.most, aim.least) {
                (Some(most), _) => ("<=", most),
                (_, least) => (">=", least.unwrap_or_default()),
            };
            let is_met = aim.most.is_none_or(|most| value <= most)
                && aim.least.is_none_or(|least| value >= least);
            let word = if is_met { "met" } else { "MISSED" };
            println!("  aim: {} = {value:.2}, {sign} {bound}: {word}", aim.text);
        }
    }
}

/// The first word or two, for the head of a column.
fn short(name: &str) -> &str {
    name.split(&[',', ':'][..]).next().unwrap_or(name)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        len if len % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn ratios_are_those_of_one_item() {
        let mut race = Race::new("", "op", 1);
        let (a, b) = (race.add("a", 10, 0, || ()), race.add("b", 20, 0, || ()));
        race.entries[a].times = vec![100.0, 400.0, 100.0];
        race.entries[b].times = vec![100.0, 100.0, 100.0];
        assert_eq!(race.ratio(a, b), 2.0);
        assert_eq!(race.per_item(b), 5.0);
    }
}
