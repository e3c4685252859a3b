//! Writing games.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};
use rustc_hash::FxHashMap;
use std::fmt;

/// A game that has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    /// A number …
    pub number: Dyadic,
    /// … so many ups (downs, if negative) …
    pub ups: i32,
    /// … and a nimber, added up.
    pub nimber: u32,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.ups == 0 && self.nimber == 0 {
            write!(f, "{}", self.number)?;
        }
        let arrow = if self.ups < 0 { 'v' } else { '^' };
        match self.ups.unsigned_abs() {
            0 => {}
            1 => write!(f, "{arrow}")?,
            2 => write!(f, "{arrow}{arrow}")?,
            more => write!(f, "{arrow}{more}")?,
        }
        match self.nimber {
            0 => Ok(()),
            1 => write!(f, "*"),
            more => write!(f, "*{more}"),
        }
    }
}

/// Longer texts are of no use to anybody.
const LONGEST: usize = 1 << 20;

impl Forms {
    /// The canonical form as text; of a game whose text would be longer than a million characters, only a
    /// description.
    #[must_use]
    pub fn text(&self, form: Form) -> String {
        self.text_within(form, LONGEST).unwrap_or_else(|| {
            format!(
                "(a game of more than {LONGEST} characters between {} and {})",
                self.right_stop(form),
                self.left_stop(form)
            )
        })
    }

    /// The canonical form as text, unless that is longer than a limit.
    #[must_use]
    pub fn text_within(&self, form: Form, limit: usize) -> Option<String> {
        let mut writer =
            Writer { forms: self, limit, names: FxHashMap::default(), texts: FxHashMap::default() };
        writer.text(form)
    }

    /// The number, ups and nimber that the game is the sum of, if it is.
    #[must_use]
    pub fn named(&self, form: Form) -> Option<Named> {
        let mut names = FxHashMap::default();
        name(self, form, &mut names)
    }

    /// A shorter name of the game, if it is a switch `±G`, a tiny or a miny.
    #[must_use]
    pub fn nickname(&self, form: Form) -> Option<String> {
        let single = |options: &[Form]| match options {
            [option] => Some(*option),
            _ => None,
        };
        let (left, right) = (single(self.left_options(form))?, single(self.right_options(form))?);
        if right == self.negative(left) && self.as_number(left) != Some(Dyadic::ZERO) {
            return Some(format!("±{}", self.text_within(left, 1000)?));
        }
        let threat = |zero: Form, threat: Form, forms: &Self| {
            let (left, right) = (single(forms.left_options(threat))?, single(forms.right_options(threat))?);
            let threat = if left == Form::ZERO { forms.negative(right) } else { left };
            let other = if left == Form::ZERO { left } else { right };
            let positive = forms.right_stop(threat) > Dyadic::ZERO;
            (zero == Form::ZERO && other == Form::ZERO && positive)
                .then(|| forms.text_within(threat, 1000))?
        };
        if left == Form::ZERO && self.left_options(right) == [Form::ZERO] {
            return threat(left, right, self).map(|threat| format!("tiny({threat})"));
        }
        if right == Form::ZERO && self.right_options(left) == [Form::ZERO] {
            return threat(right, left, self).map(|threat| format!("miny({threat})"));
        }
        None
    }
}

/// The canonical forms of x + n·^ + *m are known:
/// x + *m = {x + *j, j < m | the same}, n·^ + *m = {0 | (n−1)·^ + *(m⊕1)} for n > 0 but for ^* = {0,*|0}.
fn name(forms: &Forms, form: Form, names: &mut FxHashMap<Form, Option<Named>>) -> Option<Named> {
    if let Some(number) = forms.as_number(form) {
        return Some(Named { number, ups: 0, nimber: 0 });
    }
    if let Some(&known) = names.get(&form) {
        return known;
    }
    let found = if forms.left_stop(form) == forms.right_stop(form) {
        infinitesimal(forms, form, names)
    } else {
        None
    };
    names.insert(form, found);
    found
}

fn infinitesimal(forms: &Forms, form: Form, names: &mut FxHashMap<Form, Option<Named>>) -> Option<Named> {
    let number = forms.left_stop(form);
    let mut named = |options: &[Form]| -> Option<Vec<Named>> {
        let mut options: Vec<_> =
            options.iter().map(|&option| name(forms, option, names)).collect::<Option<_>>()?;
        options.sort_unstable_by_key(|option| option.nimber);
        options.iter().all(|option| option.number == number).then_some(options)
    };
    let (left, right) = (named(forms.left_options(form))?, named(forms.right_options(form))?);
    let nimber =
        |options: &[Named]| (0..).zip(options).all(|(heap, option)| option.ups == 0 && option.nimber == heap);
    if left == right && nimber(&left) {
        return Some(Named { number, ups: 0, nimber: left.len() as u32 });
    }
    // What the better player of the two has and the other: for ups, Left has 0 alone.
    let arrow = |left: &[Named], right: &[Named], sign: i32| match (left, right) {
        ([_, _], [_]) if nimber(left) && nimber(right) => Some(Named { number, ups: sign, nimber: 1 }),
        ([zero], [reply]) if zero.ups == 0 && zero.nimber == 0 => {
            let ups = reply.ups * sign;
            let up = ups > 0 || ups == 0 && reply.nimber > 0;
            up.then_some(Named { number, ups: reply.ups + sign, nimber: reply.nimber ^ 1 })
        }
        _ => None,
    };
    arrow(&left, &right, 1).or_else(|| arrow(&right, &left, -1))
}

struct Writer<'a> {
    forms: &'a Forms,
    limit: usize,
    names: FxHashMap<Form, Option<Named>>,
    texts: FxHashMap<Form, Option<String>>,
}

impl Writer<'_> {
    fn text(&mut self, form: Form) -> Option<String> {
        if let Some(named) = name(self.forms, form, &mut self.names) {
            return Some(named.to_string());
        }
        if let Some(known) = self.texts.get(&form) {
            return known.clone();
        }
        let text = self.options(self.forms.left_options(form)).and_then(|left| {
            let right = self.options(self.forms.right_options(form))?;
            let text = format!("{{{left}|{right}}}");
            (text.len() <= self.limit).then_some(text)
        });
        self.texts.insert(form, text.clone());
        text
    }

    /// Numbers come first, then the shorter texts.
    fn options(&mut self, options: &[Form]) -> Option<String> {
        let mut texts = Vec::with_capacity(options.len());
        for &option in options {
            texts.push((self.forms.as_number(option).is_none(), self.text(option)?));
        }
        texts.sort_unstable_by(|a, b| (a.0, a.1.len(), &a.1).cmp(&(b.0, b.1.len(), &b.1)));
        let texts: Vec<_> = texts.into_iter().map(|(_, text)| text).collect();
        Some(texts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_canonical() {
        for (text, written) in [
            ("{{3|0},1|-3}", "{1,{3|0}|-3}"),
            ("{0|0}", "*"),
            ("{0,*|0,*}", "*2"),
            ("1 + *", "1*"),
            ("-3/4 - ^ + *3", "-3/4v*3"),
            ("^ + ^ + ^", "^3"),
            ("{0|^3*}", "^4"),
            ("vv*", "vv*"),
            ("^*", "^*"),
            ("{2|0||0}", "{{2|0}|0}"),
            ("+-1", "{1|-1}"),
            ("{1,1*|1}", "1^*"),
            ("{0,*,*3|0,*,*4}", "*2"),
        ] {
            let mut forms = Forms::new();
            let form = forms.parse(text).expect(text);
            assert_eq!(forms.text(form), written, "{text}");
            assert_eq!(forms.parse(written), Ok(form), "{written} reads back");
        }
    }

    #[test]
    fn every_sum_of_number_ups_and_nimber_has_its_name() {
        let mut forms = Forms::new();
        for halves in -3..=3 {
            for ups in -4..=4 {
                for nimber in 0..=4 {
                    let number = Dyadic::new(halves, 1).expect("small");
                    let parts = [forms.number(number), forms.ups(ups), forms.nimber(nimber)];
                    let sum = forms.sum_of(parts.map(|part| part.expect("small"))).expect("small");
                    assert_eq!(forms.named(sum), Some(Named { number, ups, nimber }));
                }
            }
        }
        assert_eq!(forms.parse("{1|-1}").map(|switch| forms.named(switch)), Ok(None));
    }

    #[test]
    fn switches_tinies_and_minies_are_recognised() {
        for (text, nickname) in [
            ("{3|-3}", Some("±3")),
            ("{{2|1}|{-1|-2}}", Some("±{2|1}")),
            ("{0||0|-2}", Some("tiny(2)")),
            ("{3/2|0||0}", Some("miny(3/2)")),
            ("{0||0|{-1|-3}}", Some("tiny({3|1})")),
            ("{1|0}", None),
            ("*", None),
            ("^", None),
        ] {
            let mut forms = Forms::new();
            let form = forms.parse(text).expect(text);
            assert_eq!(forms.nickname(form).as_deref(), nickname, "{text}");
        }
    }
}
