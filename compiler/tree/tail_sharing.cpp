// Arranges tails so that many share a suffix.
//
// Read from its last plane up, each tail is a word. The words of all tails with an equal pair of leaves form a trie,
// where words with a common prefix share nodes. The letters of a word may be in any order.
// Method: the most frequent letter comes first in the words that have it. The method then repeats for those words
// without that letter, and for the others.

#include "compiler/tree/tail_sharing.hpp"

#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include "compiler/base/inline_vector.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr std::uint32_t kNoNode = 0xffffffffu;

// A plane and the side on which it leaves the tail: twice its number, plus one if that side is in front.
using PeelStep = std::uint32_t;

// A chain of nodes. Each leads to the leaf `out` on one side; the other side of the last one is the leaf `in`.
struct Tail {
    std::uint32_t node = kNoNode;  // the first node, if the tail represents one
    ChildRef in = 0, out = 0;
    InlineVector<PeelStep, 8> steps;  // from the first node on
    std::size_t open = 0;             // number of leading steps without a final place; the others are final
};

// Returns the tail that begins with a node; its `node` is kNoNode if there is none.
Tail tailAt(const SubtreeTable& table, std::uint32_t number) {
    const SubtreeTable::Node first = table[number];
    if (!isLeaf(first.front) && !isLeaf(first.back)) return {};
    const bool outInFront = !isLeaf(first.back);
    Tail tail{number, kLeafFlag, outInFront ? first.front : first.back, {}, 0};
    for (ChildRef at = number;; at = tail.in) {
        const SubtreeTable::Node& node = table[at];
        const bool isInFront = node.front == tail.out;
        if (!isInFront && node.back != tail.out) return {};
        tail.steps.push_back(2 * node.plane + (isInFront ? 1 : 0));
        tail.in = isInFront ? node.back : node.front;
        if (isLeaf(tail.in)) break;
    }
    tail.open = tail.steps.size();
    return tail;
}

// Chooses the order of the planes for tails with an equal pair of leaves.
class Arranger {
  public:
    void arrange(std::span<Tail* const> tails) {
        if (tails.size() < 2) return;  // the remaining steps keep the tree's order
        std::vector<Use> uses;
        for (std::uint32_t i = 0; i < tails.size(); ++i)
            for (const PeelStep step : openOf(*tails[i])) uses.push_back({step, i});
        std::sort(uses.begin(), uses.end(),
                  [](const Use& a, const Use& b) { return std::tie(a.step, a.tail) < std::tie(b.step, b.tail); });
        std::vector<Letter> letters = lettersOf(uses);
        // Takes the most used first, among equals the lower number.
        const auto later = [](const Rank& a, const Rank& b) {
            return std::tie(a.count, b.letter) < std::tie(b.count, a.letter);
        };
        std::vector<Rank> ranks;
        for (std::uint32_t i = 0; i < letters.size(); ++i)
            if (letters[i].count > 1) ranks.push_back({letters[i].count, i});
        std::priority_queue<Rank, std::vector<Rank>, decltype(later)> queue(later, std::move(ranks));
        std::vector<bool> taken(tails.size(), false);
        while (!queue.empty()) {
            const Rank rank = queue.top();
            queue.pop();
            const Letter& letter = letters[rank.letter];
            if (letter.count < rank.count) {
                // Some of its tails were taken meanwhile, so the count is stale.
                if (letter.count > 1) queue.push({letter.count, rank.letter});
                continue;
            }
            std::vector<Tail*> those;
            for (std::size_t u = letter.firstUse; u < letter.firstUse + letter.uses; ++u) {
                const std::uint32_t i = uses[u].tail;
                if (taken[i]) continue;
                taken[i] = true;
                for (const PeelStep step : openOf(*tails[i])) --find(letters, step).count;
                place(*tails[i], letter.step);
                those.push_back(tails[i]);
            }
            arrange(those);
        }
    }

  private:
    struct Use {
        PeelStep step;
        std::uint32_t tail;
    };
    struct Letter {
        PeelStep step;
        std::size_t firstUse, uses;
        std::size_t count;  // of tails that are not taken
    };
    struct Rank {
        std::size_t count;
        std::uint32_t letter;
    };

    static std::span<const PeelStep> openOf(const Tail& tail) { return {tail.steps.data(), tail.open}; }

    static std::vector<Letter> lettersOf(const std::vector<Use>& uses) {
        std::vector<Letter> letters;
        for (std::size_t u = 0; u < uses.size(); ++u) {
            if (letters.empty() || letters.back().step != uses[u].step) letters.push_back({uses[u].step, u, 0, 0});
            ++letters.back().uses;
            ++letters.back().count;
        }
        return letters;
    }

    static Letter& find(std::vector<Letter>& letters, PeelStep step) {
        return *std::lower_bound(letters.begin(), letters.end(), step,
                                 [](const Letter& letter, PeelStep wanted) { return letter.step < wanted; });
    }

    // Moves the step to the end of the open steps.
    static void place(Tail& tail, PeelStep step) {
        PeelStep *const first = tail.steps.begin(), *const last = first + tail.open;
        PeelStep* const at = std::find(first, last, step);
        std::rotate(at, at + 1, last);
        --tail.open;
    }
};

class EndSharer {
  public:
    EndSharer(SubtreeTable& table, ChildRef root) : table_(table), root_(root), endOf_(table.size(), kNoNode) {}

    ChildRef run() {
        if (isLeaf(root_)) return root_;
        findEnds();
        arrangeEnds();
        return rebuilt();
    }

  private:
    // Finds the tails that are not part of a longer one, and all other nodes.
    void findEnds() {
        std::vector<bool> seen(table_.size(), false);
        std::vector<ChildRef> pending = {root_};
        while (!pending.empty()) {
            const ChildRef at = pending.back();
            pending.pop_back();
            if (isLeaf(at) || seen[at]) continue;
            seen[at] = true;
            nodes_.push_back(at);
            Tail tail = tailAt(table_, at);
            if (tail.node == kNoNode) {
                pending.push_back(table_[at].back);
                pending.push_back(table_[at].front);
                continue;
            }
            endOf_[at] = static_cast<std::uint32_t>(tails_.size());
            tails_.push_back(std::move(tail));
        }
        // Sorts children first.
        std::sort(nodes_.begin(), nodes_.end());
    }

    void arrangeEnds() {
        // A single node ends two kinds of chains, as either of its leaves may be the inner one.
        const std::size_t count = tails_.size();
        for (std::size_t i = 0; i < count; ++i)
            if (tails_[i].steps.size() == 1)
                tails_.push_back({kNoNode, tails_[i].out, tails_[i].in, {tails_[i].steps.front() ^ 1}, 1});
        std::vector<Tail*> order;
        for (Tail& tail : tails_) order.push_back(&tail);
        const auto leaves = [](const Tail* tail) { return std::tie(tail->in, tail->out); };
        std::stable_sort(order.begin(), order.end(),
                         [&](const Tail* a, const Tail* b) { return leaves(a) < leaves(b); });
        for (auto first = order.begin(); first != order.end();) {
            const auto last =
                std::find_if(first, order.end(), [&](const Tail* tail) { return leaves(tail) != leaves(*first); });
            Arranger().arrange({first, last});
            first = last;
        }
    }

    ChildRef rebuilt() {
        std::vector<ChildRef> now(endOf_.size());
        const auto renewed = [&](ChildRef child) { return isLeaf(child) ? child : now[child]; };
        for (const ChildRef at : nodes_) {
            const SubtreeTable::Node node = table_[at];
            now[at] = endOf_[at] == kNoNode ? table_.join(node.plane, renewed(node.front), renewed(node.back))
                                            : rebuilt(tails_[endOf_[at]]);
        }
        return now[root_];
    }

    ChildRef rebuilt(const Tail& tail) {
        ChildRef at = tail.in;
        for (std::size_t i = tail.steps.size(); i-- > 0;) {
            const PeelStep step = tail.steps[i];
            at = step % 2 != 0 ? table_.join(step / 2, tail.out, at) : table_.join(step / 2, at, tail.out);
        }
        return at;
    }

    SubtreeTable& table_;
    ChildRef root_;
    std::vector<ChildRef> nodes_;       // visited nodes; a tail is one entry
    std::vector<std::uint32_t> endOf_;  // by node: index into tails_, or kNoNode
    std::vector<Tail> tails_;
};

}  // namespace

ChildRef shareTails(SubtreeTable& table, ChildRef root) {
    return EndSharer(table, root).run();
}

}  // namespace hullbake
